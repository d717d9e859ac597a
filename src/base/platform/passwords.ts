import type { Passwords } from './ports'

/** argon2id with the runtime's own parameters; about 100 ms, off the main thread. */
export const systemPasswords: Passwords = {
  hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id' }),
}

/** Whether `hash` (argon2 or bcrypt) belongs to `password`. An invalid hash matches nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  try {
    return await Bun.password.verify(password, hash)
  } catch {
    return false // Bun throws on a hash that it does not know, for instance one edited by hand
  }
}
