import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWebsite } from '../../core/website.ts'
import { Footer } from './Footer.tsx'
import classes from './Page.module.css'

/** Standard page: title, actions, content, footer. */
export function Page({ title, actions, wide = false, children }: Props) {
  return (
    <div className={classes.page}>
      <main className={classes.content} data-wide={wide || undefined}>
        <DocumentTitle title={title} />
        <div className={classes.head}>
          <Title order={1} size="h3">
            {title}
          </Title>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {children}
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

type Props = { title: string; actions?: ReactNode; wide?: boolean; children: ReactNode }
