/**
 * The role of a Cepheus accelerator. {@link io.polycast.core.cepheus.CepheusRole} divides frames into data,
 * feedback and ARP or ND for McstIDs; the stages here compose the engines of the floors below. Only what
 * needs several of those engines at once may enter.
 */
package io.polycast.core.cepheus;
