import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { paths } from '../core/paths.ts'
import classes from './BillingNav.module.css'

/** The lists of an organisation's books, on top of each of them. */
export function BillingNav() {
  const { t } = useTranslation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the line scrolls: the current page must be in sight.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (current && nav.current) nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 3
  }, [])
  return (
    <nav ref={nav} className={classes.nav} aria-label={t('billing:nav.label')}>
      {lists.map(([name, path]) => (
        <NavLink key={name} to={path}>
          {t(`billing:nav.${name}`)}
        </NavLink>
      ))}
    </nav>
  )
}

const lists = [
  ['invoices', paths.invoices()],
  ['subscriptions', paths.subscriptions()],
  ['transactions', paths.allTransactions()],
  ['bank', paths.bank()],
  ['cards', paths.cards()],
  ['reports', paths.billingReports()],
  ['contacts', paths.billingContacts()],
  ['products', paths.products()],
  ['prices', paths.priceChanges()],
  ['codes', paths.discountCodes()],
  ['quotes', paths.quotes()],
  ['recurring', paths.recurringInvoices()],
  ['reminders', paths.invoiceReminders()],
  ['taxRates', paths.taxRates()],
  ['accounts', paths.ledgerAccounts()],
  ['themes', paths.brandingThemes()],
  ['settings', paths.billingSettings()],
  ['providers', paths.providers()],
  ['movingIn', paths.movingIn()],
] as const
