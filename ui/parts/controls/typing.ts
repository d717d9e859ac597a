/** Whether the element is a field that keys type into. */
export const isTyping = (target: EventTarget | null): boolean =>
  (target as HTMLElement | null)?.closest?.('input:not([type="checkbox"]), textarea, select') != null
