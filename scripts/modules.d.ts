/** Ships no types of its own. */
declare module 'aedes-persistence-redis'
