/** HTTP for operators (docs/controller.md): routes, documents, tokens. The log itself may not enter. */
package io.polycast.node.http;
