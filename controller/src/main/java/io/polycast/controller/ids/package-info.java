/** Allocation of McstIDs from the controller's prefix. Groups themselves may not enter. */
package io.polycast.controller.ids;
