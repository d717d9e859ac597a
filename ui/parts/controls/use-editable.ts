import { useLayoutEffect, useState } from '../../html'

/**
 * A value that is edited until it is saved. It begins anew with each `saved` one, before anything can be typed that
 * would be lost.
 */
export function useEditable<T>(saved: T): [T, (value: T) => void] {
  const [value, setValue] = useState(saved)
  useLayoutEffect(() => setValue(saved), [saved])
  return [value, setValue]
}
