import { useLayoutEffect, useState } from '../../html'

/**
 * A value that is edited until it is saved. The edit restarts from each new `saved` value during the render, before the
 * user can type text that would be lost.
 */
export function useEditable<T>(saved: T): [T, (value: T) => void] {
  const [value, setValue] = useState(saved)
  useLayoutEffect(() => setValue(saved), [saved])
  return [value, setValue]
}
