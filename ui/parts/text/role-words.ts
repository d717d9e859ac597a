/** `CoverArtist` → "Cover artist" */
export const roleWords = (role: string): string => {
  const words = role.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[ _]/)
  return words
    .map((word, at) => (at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word.toLowerCase()))
    .join(' ')
}
