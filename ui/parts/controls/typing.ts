/** Whether keys go into a field there. */
export const isTyping = (target: EventTarget | null): boolean =>
  (target as HTMLElement | null)?.closest?.('input:not([type="checkbox"]), textarea, select') != null
