import type { StoredFile } from '../../core/types.ts'

/** The names of the folders around a file. */
export const folderOf = ({ path }: Pick<StoredFile, 'path'>) => path.split('/').slice(0, -1).join(' / ')
