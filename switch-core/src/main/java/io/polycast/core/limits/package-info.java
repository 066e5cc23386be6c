/**
 * Budgets against hostile or broken neighbours: token buckets, and which frames pay from which bucket. No
 * budget depends on a role's tables.
 */
package io.polycast.core.limits;
