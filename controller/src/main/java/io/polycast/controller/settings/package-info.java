/** Settings of the controller, in units of its log. Reading them from a file may not enter. */
package io.polycast.controller.settings;
