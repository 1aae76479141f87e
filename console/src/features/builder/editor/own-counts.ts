import { useLocalStorage } from '@mantine/hooks';

const KEY = 'company-data.own-counts';

/** Whether each row shows what it matches by itself, beside what remains after it. The browser keeps the choice. */
export const useOwnCounts = () =>
  useLocalStorage({ key: KEY, defaultValue: false, getInitialValueInEffect: false });
