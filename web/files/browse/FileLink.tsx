import { Link, useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { StoredFile } from '../types.ts'

/** Opens a folder, in the order of the list that one came from, or the page of a file. */
export function FileLink({ file, className }: { file: StoredFile; className?: string }) {
  const sort = useSearchParams()[0].get('sort')
  const inFolder = new URLSearchParams({ folder: String(file.id), ...(sort && { sort }) })
  return (
    <Link
      to={file.is_folder ? paths.files(inFolder) : paths.file({ id: file.id })}
      className={className}
      data-file={file.id}
      // The row is dragged, not the link.
      draggable={false}
      title={file.name}
    >
      {file.name}
    </Link>
  )
}
