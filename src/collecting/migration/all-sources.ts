import type { MigrationSource } from './source'
import { kapowarr } from './sources/kapowarr/descriptor'
import { kavita } from './sources/kavita/descriptor'
import { komga } from './sources/komga/descriptor'
import { mylar } from './sources/mylar/descriptor'

/** The programs that people can move in from. */
export const SOURCES: readonly MigrationSource[] = [mylar, kapowarr, komga, kavita]
