/** Polls other programs until `wanted` accepts the result. Throws with the last result after `within` milliseconds. */
export async function until<T>(ask: () => Promise<T> | T, wanted: (answer: T) => boolean, within = 30_000): Promise<T> {
  const giveUpAt = Date.now() + within
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (Date.now() > giveUpAt) throw new Error(`still ${Bun.inspect(answer)} after ${within} ms`)
    await Bun.sleep(100)
  }
}
