import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StoredFile } from '../../core/types.ts'
import { addressQuery } from './address.ts'
import { FileIcon } from './FileIcon.tsx'
import { isViewable, kindOf } from './kinds.ts'
import classes from './Thumbnail.module.css'

/** The server makes no small pictures: larger ones are shown by their icon. */
const LARGEST = 4 * 1024 * 1024

/** A small picture of a picture, loaded once it is in view; the icon of anything else. */
export function Thumbnail({ file }: { file: StoredFile }) {
  const isPicture = kindOf(file) === 'image' && isViewable(file) && file.size <= LARGEST
  return isPicture ? <Picture file={file} /> : <FileIcon file={file} large />
}

function Picture({ file }: { file: StoredFile }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const [seen, setSeen] = useState(false)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    if (inViewport) setSeen(true)
  }, [inViewport])
  // A picture that is shown needs no new address.
  const { data: address } = useQuery({ ...addressQuery(file), enabled: seen, refetchOnReconnect: false })
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
