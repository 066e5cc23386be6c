package io.polycast.core.role;

/** What the role's own sections of the configuration say. Each role has one class of settings. */
public interface RoleSettings {
    /** Of a role without sections of its own. */
    RoleSettings NONE = new RoleSettings() {};
}
