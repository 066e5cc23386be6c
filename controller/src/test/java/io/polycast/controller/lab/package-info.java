/** A scripted switch and hosts, for tests of the controller. */
package io.polycast.controller.lab;
