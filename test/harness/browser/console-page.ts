/** Name in sessionStorage under which the console keeps the key of its tab. */
export const SESSION_KEY = 'company-data.key';

/** Sizes of windows in CSS pixels. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
