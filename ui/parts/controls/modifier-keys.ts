/** Whether the key belongs to the browser or the system: with Ctrl, Alt or ⌘ held down it is no key of the page. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  ctrlKey || metaKey || altKey
