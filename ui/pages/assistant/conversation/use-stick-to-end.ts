import { useEffect, useLayoutEffect, useRef } from '../../../html'

/** Closer to the end than this, the page follows the reply. */
const NEAR_PX = 120

/**
 * Keeps the newest words in view while a reply arrives, until the user scrolls up. A chat opens at its end.
 */
export function useStickToEnd(messages: readonly unknown[], isAnswering: boolean, threadId: string | undefined) {
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const toEnd = () => {
    isAtEnd.current = true
    window.scrollTo(0, document.documentElement.scrollHeight)
  }
  useEffect(() => {
    const look = () => {
      const { scrollHeight } = document.documentElement
      isAtEnd.current = window.innerHeight + window.scrollY >= scrollHeight - NEAR_PX
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  useLayoutEffect(() => {
    isAtEnd.current = true
  }, [threadId])
  useLayoutEffect(() => {
    if (messages.length > 0 && isAtEnd.current) toEnd()
  }, [messages, isAnswering])
  return { end, toEnd }
}
