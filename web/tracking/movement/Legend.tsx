import { useTranslation } from 'react-i18next'
import classes from './Activity.module.css'
import type { kinds as all } from './strips.ts'

/** What the colours of strips mean. */
export function Legend({ kinds }: { kinds: readonly (typeof all)[number][] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.legend}>
      {kinds.map((kind) => (
        <li key={kind}>
          <i data-kind={kind} />
          {t(`tracking:activity.kinds.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
