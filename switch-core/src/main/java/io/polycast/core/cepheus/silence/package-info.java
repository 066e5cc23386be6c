/**
 * Finds members that stop answering (rule 8): what the source asked for, how often it repeated that, and
 * when a group is looked at. It decides nothing about a member; the role takes members out of service.
 */
package io.polycast.core.cepheus.silence;
