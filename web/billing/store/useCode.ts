import { useState } from 'react'
import { sentenceOf } from '../../core/api.ts'
import { type Offer, readOffer, type StoreProduct } from './store.ts'

/** A discount code while it is typed and tried. What was typed after it was tried counts for nothing until it is again. */
export function useCode({ id }: Pick<StoreProduct, 'id'>, trial: boolean) {
  const [typed, setTyped] = useState('')
  const [offer, setOffer] = useState<Offer | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const onType = (text: string) => {
    setTyped(text)
    setOffer(null)
    setError(null)
  }
  const apply = async () => {
    setBusy(true)
    setError(null)
    try {
      setOffer(await readOffer(id, typed, trial))
    } catch (refused) {
      setError(sentenceOf(refused))
    } finally {
      setBusy(false)
    }
  }
  return { typed, onType, offer, error, busy, apply }
}
