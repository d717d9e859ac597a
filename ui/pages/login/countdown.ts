import { useEffect, useState } from '../../html'

/** The seconds left, and a function that starts the countdown. */
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
export function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  const parts = [minutes && counted(minutes, 'minute'), (rest || !minutes) && counted(rest, 'second')]
  return parts.filter(Boolean).join(' ')
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
