/** Whether the key belongs to the browser or the system: the page ignores keys with Ctrl, Alt or ⌘. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  ctrlKey || metaKey || altKey
