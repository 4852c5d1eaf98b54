/* Narrows a list of papers. */
"use strict";
