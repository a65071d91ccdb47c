import { type SyntheticEvent, useState } from 'react'
import { addressOf } from '../kit/address.ts'
import type { StoredFile } from '../types.ts'
import classes from './Preview.module.css'

/** Milliseconds after which another address may help: the one before has expired. */
const LIFETIME = 30_000

/**
 * Plays a sound or a film. The browser reads it in parts, and an address works for a minute only: when it has expired, the
 * player continues with another one, where it was.
 */
export function Player({ file, first, kind, title }: Props) {
  const [address, setAddress] = useState(first)
  const [since, setSince] = useState(Date.now)
  const [at, setAt] = useState(0)
  const onError = async ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    const position = currentTarget.currentTime
    if (Date.now() - since < LIFETIME) return
    const next = await addressOf(file.id).catch(() => null)
    if (next === null) return
    setAt(position)
    setSince(Date.now())
    setAddress(next)
  }
  const onLoadedMetadata = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    if (at === 0) return
    currentTarget.currentTime = at
    currentTarget.play().catch(() => {})
  }
  const shared = { src: address, controls: true, preload: 'metadata', 'aria-label': title, onError, onLoadedMetadata }
  return kind === 'audio' ? (
    <audio className={classes.audio} {...shared} />
  ) : (
    <video className={classes.video} {...shared} />
  )
}

type Props = { file: StoredFile; first: string; kind: 'audio' | 'video'; title: string }
