/** Configuration of the controller: the file's keys, and what they become. Nothing that runs may enter. */
package io.polycast.node.config;
