import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../kit/forms/labels.ts'
import type { Draft } from './draft.ts'
import type { Books } from './useBooks.ts'

/** Whether a document's amounts include tax, and their currency. */
export function AmountsFields({ draft, books, change, error }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={labelOf(t, 'invoice', 'amounts_are')}
        value={draft.amounts_are}
        data={(['exclusive', 'inclusive', 'no_tax'] as const).map((value) => ({
          value,
          label: t(`billing:amountsAre.${value}`),
        }))}
        onChange={(event) => change({ amounts_are: event.currentTarget.value as Draft['amounts_are'] })}
      />
      <NativeSelect
        label={labelOf(t, 'invoice', 'currency')}
        value={draft.currency}
        error={error}
        data={books.currencies.map(({ code }) => code)}
        // The rate was of the other one.
        onChange={(event) => change({ currency: event.currentTarget.value, exchange_rate: '' })}
      />
    </>
  )
}

type Props = {
  draft: Draft
  books: Books
  change: (changed: Partial<Draft>) => void
  /** Of the currency. */
  error?: string | undefined
}
