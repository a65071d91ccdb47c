import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../core/api.ts'
import { Page } from '../page/Page.tsx'
import { PageLoader } from '../page/PageLoader.tsx'

/** A page of one row: the loader until it is there, or why it could not be read. */
export function Loaded<T>({ query, title, missing, actions, children }: Props<T>) {
  const { t } = useTranslation()
  if (query.error || query.id === null) {
    return (
      <Page title={title} actions={actions}>
        <Alert color="red">{sentenceOf(query.error) ?? missing ?? t('form.loadFailed')}</Alert>
      </Page>
    )
  }
  return query.data === undefined ? <PageLoader /> : children(query.data)
}

type Props<T> = {
  /** As `useRecord` or `useQuery` return it; an `id` of null is a row that is not there. */
  query: { id?: number | null; data: T | undefined; error: unknown }
  /** Of the page while there is no row to name it. */
  title: string
  /** What is shown where the server gave no reason. */
  missing?: string
  actions?: ReactNode
  children: (data: T) => ReactNode
}
