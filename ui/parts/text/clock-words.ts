/** "14:05", of another day "Sun 14:05". */
export function clockWords(at: string, now = Date.now()): string {
  const time = new Date(at)
  const clock = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const today = new Date(now).toDateString() === time.toDateString()
  return today ? clock : `${time.toLocaleDateString('en', { weekday: 'short' })} ${clock}`
}
