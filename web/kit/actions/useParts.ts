import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../core/api.ts'

/**
 * Asks a question that the server answers in parts. A result is dropped as soon as another question is asked.
 *
 * @param key of the question
 * @param question `ask` gets the part after `next`, undefined at first; `begin` is the result without a part
 */
export function useParts<Part extends { next: string | number | null }, Whole>(
  key: string,
  { ask, begin, join }: Question<Part, Whole>,
) {
  const [found, setFound] = useState<State<Whole>>()
  const running = useRef<string | null>(null)
  useEffect(() => {
    // Another question, or another page: the parts that are left are not asked for.
    if (running.current !== key) running.current = null
    return () => {
      running.current = null
    }
  }, [key])

  const run = async () => {
    running.current = key
    let whole = begin
    setFound({ key, whole, done: false, error: null })
    try {
      for (let next: Part['next'] | undefined; next !== null; ) {
        const part: Part = await ask(next)
        if (running.current !== key) return
        next = part.next
        whole = join(whole, part)
        setFound({ key, whole, done: next === null, error: null })
      }
    } catch (error) {
      if (running.current === key) setFound({ key, whole: null, done: true, error: sentenceOf(error) ?? '' })
    }
  }
  const stop = () => {
    running.current = null
    setFound(undefined)
  }
  const { whole, done, error } = found?.key === key ? found : none
  return { whole, done, error, run, stop }
}

const none = { whole: null, done: true, error: null }

type Question<Part extends { next: unknown }, Whole> = {
  ask: (next: Part['next'] | undefined) => Promise<Part>
  begin: Whole
  join: (whole: Whole, part: Part) => Whole
}
type State<Whole> = { key: string; whole: Whole | null; done: boolean; error: string | null }
