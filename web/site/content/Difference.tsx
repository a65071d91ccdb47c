import { Switch, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Difference.module.css'
import { differenceOf, shortened } from './difference.ts'

/** What differs between two texts, word by word. Import it with `lazy`: its library is needed here only. */
export default function Difference({ before, after }: { before: Words; after: Words }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  if (before.title === after.title && before.text === after.text)
    return <Text c="dimmed">{t('site:contents.same')}</Text>
  return (
    <div>
      <Switch
        label={t('site:contents.whole')}
        checked={whole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
        mb="sm"
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
      <section className={classes.texts} aria-label={t('site:contents.compare')} tabIndex={0}>
        <p className={classes.title}>
          <Parts before={before.title} after={after.title} whole />
        </p>
        <p>
          <Parts before={before.text} after={after.text} whole={whole} />
        </p>
      </section>
    </div>
  )
}

function Parts({ before, after, whole }: { before: string; after: string; whole: boolean }) {
  const { t } = useTranslation()
  const difference = useMemo(() => differenceOf(before, after), [before, after])
  const parts = whole ? difference : shortened(difference)
  return parts.map((part, i) => {
    // Neither moves nor is changed: another difference is another list.
    const key = i
    if (!part) {
      return (
        <span key={key} className={classes.omitted} role="img" aria-label={t('site:contents.omitted')}>
          {' … '}
        </span>
      )
    }
    if (part.kind === 'removed') return <del key={key}>{part.text}</del>
    return part.kind === 'added' ? <ins key={key}>{part.text}</ins> : <span key={key}>{part.text}</span>
  })
}

type Words = { title: string; text: string }
