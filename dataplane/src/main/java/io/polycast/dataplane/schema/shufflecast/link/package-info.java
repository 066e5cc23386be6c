/**
 * The link between a relay of role shufflecast and its control (docs/shufflecast.md, Control link): messages, their
 * lines, and the relay's end. The control's end and its decisions are elsewhere.
 */
package io.polycast.dataplane.schema.shufflecast.link;
