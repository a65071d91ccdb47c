import { Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWebsite } from '../../core/website.ts'
import { Footer } from './Footer.tsx'
import { HeadLine, headPlaces } from './HeadLine.tsx'
import classes from './Page.module.css'

/** Standard page: title, actions, content, footer. Search, filters and menu of its list stand in the title's line. */
export function Page({ title, state, actions, width = 'form', children }: Props) {
  const [head, setHead] = useState<HTMLElement | null>(null)
  return (
    <div className={classes.page}>
      <main className={classes.content} data-width={width}>
        <DocumentTitle title={title} />
        <div className={classes.head} ref={setHead}>
          <Title order={1} size="h3">
            {title}
          </Title>
          {state}
          {headPlaces.map((place) => (
            <div key={place} className={classes.place} data-place={place} />
          ))}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        <HeadLine value={head}>{children}</HeadLine>
      </main>
      <Footer />
    </div>
  )
}

/** A card in the middle, for pages with a single form. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <main className={classes.middle}>
        <DocumentTitle title={title} />
        <div className={classes.card}>{children}</div>
      </main>
      <Footer />
    </div>
  )
}

export function DocumentTitle({ title }: { title: string }) {
  const { t } = useTranslation()
  const { data } = useWebsite()
  return <title>{`${title} · ${data?.name ?? t('product')}`}</title>
}

type Props = {
  title: string
  /** Beside the title. */
  state?: ReactNode
  actions?: ReactNode
  /** A form, one record, or all there is for lists, maps and figures. */
  width?: 'form' | 'record' | 'full'
  children: ReactNode
}
