import { ActionIcon, Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconDiscount, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../kit/forms/labels.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { Money } from '../Money.tsx'
import { accountName } from '../useInvoicing.ts'
import { type Computed, type Draft, type DraftLine, newDiscount, newLine, takesOff, withProduct } from './draft.ts'
import classes from './Lines.module.css'
import type { Books } from './useBooks.ts'

/** The lines of a draft: a table at a desk, a card for each on a phone. */
export function Lines({ draft, books, computed, errorOf, change }: Props) {
  const { t } = useTranslation()
  const { lines } = draft
  const changeLine = (i: number, changed: Partial<DraftLine>) =>
    change(lines.map((line, at) => (at === i ? { ...line, ...changed } : line)))
  const add = (icon: typeof IconPlus, label: string, make: () => DraftLine) => (
    <Button
      size="compact-md"
      variant="subtle"
      leftSection={<Icon of={icon} />}
      disabled={lines.length >= MOST_LINES}
      onClick={() => change([...lines, make()])}
    >
      {label}
    </Button>
  )
  return (
    <div>
      <ol className={classes.lines} aria-label={t('billing:invoice.lines')}>
        {lines.map((line, i) => (
          <Line
            key={line.key}
            i={i}
            line={line}
            draft={draft}
            books={books}
            computed={computed}
            errorOf={errorOf}
            set={(changed) => changeLine(i, changed)}
            remove={() => change(lines.filter((_, at) => at !== i))}
          />
        ))}
      </ol>
      <Group mt="sm" gap="xs">
        {add(IconPlus, t('billing:invoice.addLine'), () => newLine(books.config))}
        {add(IconDiscount, t('billing:invoice.addDiscount'), () =>
          newDiscount(taxedAs(lines), t('billing:invoice.discount')),
        )}
      </Group>
    </div>
  )
}

function Line({ i, line, draft, books, computed, errorOf, set, remove }: LineProps) {
  const { t } = useTranslation()
  const { amounts_are, currency } = draft
  const pick = (code: string) => {
    const product = books.products.find((each) => each.code === code)
    set(product ? withProduct(line, product, amounts_are) : { item_code: code })
  }
  const at = (name: keyof DraftLine) => ({
    label: <span className={classes.label}>{labelOf(t, 'invoiceline', name as 'quantity')}</span>,
    'aria-label': labelOf(t, 'invoiceline', name as 'quantity'),
    name: `lines.${i}.${name}`,
    error: errorOf(`lines.${i}.${name}`),
  })
  const decimal = (name: 'quantity' | 'unit_price' | 'discount') => ({
    ...at(name),
    className: classes.number!,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 20,
    value: line[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value.trim() }),
  })
  return (
    <li className={classes.line}>
      <NativeSelect
        {...at('item_code')}
        className={classes.whole!}
        value={line.item_code}
        data={[
          { value: '', label: t('form.none') },
          ...unlisted(line.item_code, books.products),
          ...books.products.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(event) => pick(event.currentTarget.value)}
      />
      <Textarea
        {...at('description')}
        className={classes.whole!}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={4000}
        value={line.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextInput {...decimal('quantity')} />
      {/* Keyboards of phones for decimals have no minus. */}
      <TextInput {...decimal('unit_price')} {...(takesOff(line) && { inputMode: 'text' })} />
      <TextInput {...decimal('discount')} placeholder="0" />
      <TaxSelect {...at('tax_rate_id')} draft={draft} line={line} books={books} set={set} />
      <AccountSelect {...at('account_code')} line={line} books={books} set={set} />
      <div className={classes.amount}>
        <span>{labelOf(t, 'invoiceline', amounts_are === 'inclusive' ? 'gross' : 'net')}</span>
        {computed.amounts && <Money amount={amountOf(computed, i, amounts_are)} currency={currency} />}
      </div>
      <ActionIcon
        className={classes.remove!}
        variant="subtle"
        color="gray"
        size={36}
        disabled={draft.lines.length === 1}
        aria-label={t('billing:invoice.removeLine', { number: i + 1 })}
        onClick={remove}
      >
        <Icon of={IconTrash} />
      </ActionIcon>
    </li>
  )
}

function TaxSelect({ draft, line, books, set, ...at }: SelectProps & { draft: Draft }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      {...at}
      disabled={draft.amounts_are === 'no_tax'}
      value={line.tax_rate_id ?? ''}
      data={[
        { value: '', label: t('billing:invoice.noTaxRate') },
        ...books.taxRates
          .filter(({ id, active }) => active || id === line.tax_rate_id)
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => set({ tax_rate_id: Number(event.currentTarget.value) || null })}
    />
  )
}

function AccountSelect({ line, books, set, ...at }: SelectProps) {
  return (
    <NativeSelect
      {...at}
      className={classes.whole!}
      value={line.account_code}
      data={[
        ...unlisted(line.account_code, books.accounts),
        ...books.accounts.map((account) => ({ value: account.code, label: accountName(account) })),
      ]}
      onChange={(event) => set({ account_code: event.currentTarget.value })}
    />
  )
}

/** As the price is meant: with its tax, or without. */
function amountOf({ amounts }: Computed, i: number, amounts_are: Draft['amounts_are']): number {
  const line = amounts!.lines[i]!
  return amounts_are === 'inclusive' ? line.gross : line.net
}

/** Something is taken off what the line above is: with its tax, from its account. */
const taxedAs = (lines: DraftLine[]) => lines.at(-1)!

/** A code that is no longer offered is still the line's. */
function unlisted(code: string, offered: { code: string }[]) {
  return code === '' || offered.some((each) => each.code === code) ? [] : [{ value: code, label: code }]
}

/** As the server has it. */
const MOST_LINES = 200

type Props = {
  draft: Draft
  books: Books
  computed: Computed
  errorOf: (field: string) => string | undefined
  change: (lines: DraftLine[]) => void
}

type LineProps = {
  i: number
  line: DraftLine
  draft: Draft
  books: Books
  computed: Computed
  errorOf: (field: string) => string | undefined
  set: (changed: Partial<DraftLine>) => void
  remove: () => void
}
type SelectProps = Pick<LineProps, 'line' | 'books' | 'set'> & {
  label: ReactNode
  'aria-label': string
  name: string
  error: string | undefined
}
