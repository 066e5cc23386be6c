/** Network namespaces to try ports in. Other modules' tests have them by this module's test jar. */
package io.polycast.xdp.lab;
