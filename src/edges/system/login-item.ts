export interface LoginView {
  /** Null where Panelkeep cannot start at login. */
  starts_at_login: boolean | null
  /** Why Panelkeep cannot start at login. */
  reason: string | null
}

/** Starting Panelkeep when the user logs in to this computer. Each system has its own way. */
export interface LoginItem {
  read(): Promise<LoginView>
  /** The last known state, without querying the system: on Windows that starts a program. */
  seen(): LoginView
  /** Throws Refusal when it cannot be set. */
  set(starts: boolean): Promise<LoginView>
}
