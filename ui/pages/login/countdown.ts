import { useEffect, useState } from '../../html'
import { pluralWords } from '../../parts/text/format'

/** The remaining seconds, and a function that starts the countdown. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) setUntil(0)
    }
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return [left, (seconds) => setUntil(performance.now() + seconds * 1000)]
}

/** 252 → "4 minutes 12 seconds". */
export function countdownWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  const parts = [
    minutes && pluralWords(minutes, '{count} minute', '{count} minutes'),
    (rest || !minutes) && pluralWords(rest, '{count} second', '{count} seconds'),
  ]
  return parts.filter(Boolean).join(' ')
}
