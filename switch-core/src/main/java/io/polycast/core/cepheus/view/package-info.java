/**
 * Pictures of groups for people: what {@code show} and {@code replay --tables} render. No picture changes
 * after it was taken, and none is taken on the way of a frame.
 */
package io.polycast.core.cepheus.view;
