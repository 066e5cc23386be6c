/** Network namespaces to try ports in: for tests of all modules, used by no command. */
package io.polycast.xdp.lab;
