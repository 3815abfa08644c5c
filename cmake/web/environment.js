// Linked in front of programs for Node.js: they see its environment.
Module.preRun = function() { Object.assign(ENV, process.env); };
