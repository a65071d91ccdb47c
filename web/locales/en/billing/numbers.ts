// Numbers of invoices, credit notes and quotes.

export const numbers = {
  begin: { once: 'Never', calendar_year: 'Every calendar year', financial_year: 'Every financial year' },
  kinds: { invoice: 'Invoice', credit_note: 'Credit note', quote: 'Quote' },
  title: 'Next numbers',
  text: 'What is authorised or sent next has these numbers. They have no gaps. Coming from other books, set where they begin.',
  start: 'Change',
  startTitle: 'Next number: {{kind}}',
  startText: 'It counts on from there. A number that is in use, or one below it, is refused.',
  number: 'Next number',
  started: 'The next one is {{number}}.',
}
