import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { iconPng, WINDOWS_SIZES } from './icons'

const ENGLISH = 1033
const UNICODE = 1200
/** Name of the icon resource in Bun's executable. */
const ICON = 'IDI_MYICON'

/** The texts in the file's properties. */
export interface FileProperties {
  version: string
  description: string
}

/**
 * Bun's executable for Windows with our icon and our version in it. This comes before Panelkeep is built on it: what is
 * appended then leaves no room behind the resources. Its signature is removed, since the signed bytes change.
 */
export function asPanelkeep(base: Uint8Array, { version, description }: FileProperties): Uint8Array {
  const executable = NtExecutable.from(base, { ignoreCert: true })
  const resources = NtExecutableResource.from(executable)
  Resource.IconGroupEntry.replaceIconsForResource(resources.entries, ICON, ENGLISH, WINDOWS_SIZES.map(iconItem))
  // Bun's version resource names Bun as the product.
  resources.entries = resources.entries.filter(({ type }) => type !== VERSION_TYPE)
  const about = Resource.VersionInfo.create({
    lang: ENGLISH,
    fixedInfo: { fileVersionMS: 0, fileVersionLS: 0, fileOS: 0x40004, fileType: 1 }, // operating system: Windows NT
    strings: [
      {
        lang: ENGLISH,
        codepage: UNICODE,
        values: {
          ProductName: 'Panelkeep',
          FileDescription: 'Panelkeep', // the name in the Task Manager
          Comments: description,
          FileVersion: version,
          ProductVersion: version,
          InternalName: 'panelkeep',
          OriginalFilename: 'Panelkeep.exe',
          LegalCopyright: 'MIT licence',
        },
      },
    ],
  })
  const [major = 0, minor = 0, micro = 0] = version.split('.').map(Number)
  about.setFileVersion(major, minor, micro, 0, ENGLISH)
  about.setProductVersion(major, minor, micro, 0, ENGLISH)
  about.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  return new Uint8Array(executable.generate())
}

const VERSION_TYPE = 16

function iconItem(size: number): Data.RawIconItem {
  const png = iconPng(size)
  return Data.RawIconItem.from(png, size, size, 32)
}

/** The facts that Windows reads from an executable. Subsystem 2 opens no console, 3 does. */
export interface WindowsFacts {
  machine: 'x64' | 'arm64' | number
  subsystem: number
  icons: number[]
  version: Record<string, string>
}

const MACHINES: Record<number, 'x64' | 'arm64'> = { 34404: 'x64', 43620: 'arm64' }

/** Reads an executable. */
export function windowsFacts(bytes: Uint8Array): WindowsFacts {
  const executable = NtExecutable.from(bytes, { ignoreCert: true })
  // The library refuses files that it cannot write, such as resources followed by our program. This code only reads.
  const readable = { getAllSections: () => [], getSectionByEntry: executable.getSectionByEntry.bind(executable) }
  const { entries } = NtExecutableResource.from(readable as unknown as NtExecutable)
  const { machine } = executable.newHeader.fileHeader
  const [about] = Resource.VersionInfo.fromEntries(entries)
  const [icons] = Resource.IconGroupEntry.fromEntries(entries)
  return {
    machine: MACHINES[machine] ?? machine,
    subsystem: executable.newHeader.optionalHeader.subsystem,
    icons: icons?.icons.map(({ width }) => width || 256) ?? [], // one byte, so 256 is stored as 0
    version: { ...about?.getStringValues({ lang: ENGLISH, codepage: UNICODE }) },
  }
}
