/** Commands that run the controller or ask it. Decisions about groups may not enter. */
package io.polycast.cli.controller;
