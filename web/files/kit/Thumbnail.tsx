import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StoredFile } from '../types.ts'
import { addressQuery } from './address.ts'
import { FileIcon } from './FileIcon.tsx'
import { isViewable, kindOf } from './kinds.ts'
import classes from './Thumbnail.module.css'

/** The server makes no small pictures: larger ones are shown by their icon. */
const LARGEST = 4 * 1024 * 1024

/** A small picture of a picture, loaded once it is in view; the icon of anything else. */
export function Thumbnail({ file, address }: Props) {
  const isPicture = kindOf(file) === 'image' && isViewable(file) && file.size <= LARGEST
  return isPicture ? <Picture file={file} address={address} /> : <FileIcon file={file} large />
}

function Picture({ file, address: query = addressQuery(file) }: Props) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const [seen, setSeen] = useState(false)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    if (inViewport) setSeen(true)
  }, [inViewport])
  // A picture that is shown needs no new address.
  const { data: address } = useQuery({ ...query, enabled: seen, refetchOnReconnect: false })
  return (
    <div ref={ref} className={classes.frame}>
      {address && !broken ? (
        <img src={address} alt="" draggable={false} decoding="async" onError={() => setBroken(true)} />
      ) : (
        <FileIcon file={file} large />
      )}
    </div>
  )
}

type Props = {
  file: Pick<StoredFile, 'id' | 'is_folder' | 'mimetype' | 'encrypted' | 'scan_state' | 'size' | 'sha256'>
  /** Where it is read, if not as the file itself. */
  address?: ReturnType<typeof addressQuery> | undefined
}
