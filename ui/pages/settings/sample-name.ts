/** How new things are called, as the settings say. */
export type Naming = { folder: string; file: string; padding: string; underscores: boolean; lower: boolean }

const ISSUE = '7'
const WIDTH: Record<string, number> = { none: 1, '0x': 2, '00x': 3 }
const WORDS: Record<string, string> = {
  Series: 'Harbor Lights',
  series: 'harbor lights',
  Publisher: 'Northgate',
  publisher: 'northgate',
  Imprint: 'Lantern',
  Year: '2015',
  VolumeY: 'V2015',
  VolumeN: 'V1',
  Type: '',
  Annual: '',
  monthname: 'March',
  month: '03',
}

/** One invented issue under these settings. Near enough to choose by; the server names the real ones. */
export function sampleName({ folder, file, padding, underscores, lower }: Naming): { folder: string; file: string } {
  const words = { ...WORDS, Issue: ISSUE.padStart(WIDTH[padding] ?? 1, '0') }
  const name = (format: string) => {
    const filled = tidy(format.replace(/\$(\w+)/g, (whole, word: string) => words[word as keyof typeof words] ?? whole))
    const spaced = underscores ? filled.replaceAll(' ', '_') : filled
    return lower ? spaced.toLowerCase() : spaced
  }
  return { folder: name(folder), file: `${name(file)}.cbz` }
}

function tidy(name: string): string {
  return name
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}
