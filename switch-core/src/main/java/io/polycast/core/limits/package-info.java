/**
 * Budgets against hostile or broken neighbours: token buckets, and the frames that are charged to
 * them. No budget depends on a role's tables.
 */
package io.polycast.core.limits;
