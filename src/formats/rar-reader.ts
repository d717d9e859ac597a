/** The names under which the rest of Panelkeep still knows the unpacker. */
export { type Unpacker as RarReader, UnpackHelper as RarHelper } from './unpacker'
