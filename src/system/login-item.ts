export interface LoginView {
  /** Null where it cannot be set. */
  starts_at_login: boolean | null
  /** Why it cannot be set. */
  reason: string | null
}

/** Whether Panelkeep starts when the person logs in to this computer. Each system keeps that in its own way. */
export interface LoginItem {
  look(): Promise<LoginView>
  /** What the last look saw, without asking the system again: on Windows that starts a program. */
  seen(): LoginView
  /** Throws Refusal when it cannot be set. */
  set(starts: boolean): Promise<LoginView>
}
