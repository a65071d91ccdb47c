import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** A definition list in two columns; on a phone long values are below their names. */
export function Facts({ facts }: { facts: (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.lines}>
      {facts.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, as the labels of a form
        <div key={`${name} ${index}`}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
